// Package feedback replays a log whose users wait for their jobs: the closed
// replay. What a user submits is what the log has, in its order; when it is
// submitted follows from when the jobs before it end (session tells how). Users
// begin again with jobs of their own when they are through before they leave, and
// what they would submit after they left is lost: the time is held, and not the
// number of jobs.
//
// Nothing is drawn from a row of random numbers. Each chance is a hash of user,
// number of the user's act, purpose and replicate: it is the same under every
// order, in any order of users, and on every platform.
package feedback
