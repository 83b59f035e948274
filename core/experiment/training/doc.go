// Package training is what agents learned, for people and programs: models that
// are saved and loaded, reports of courses, and HDeepRM's file of options read.
package training
