//go:build !(js && wasm)

package main

import (
	"net/http"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job/mirror"
	"shadowtime/core/job/mirrortest"
	"shadowtime/wasm/edge/edgetest"
)

func TestTheExampleIsAList(t *testing.T) {
	text, err := os.ReadFile("logs.example.json")
	require.NoError(t, err)
	list, err := mirror.Parse(string(text))
	require.NoError(t, err)
	require.NotEmpty(t, list)
}

func TestTheWorkerAnswersAsTheNativeMirrorDoes(t *testing.T) {
	mirrortest.Holds(t, edgetest.Start(t, mirrortest.Serve(t), ""), http.DefaultTransport.RoundTrip)
}
