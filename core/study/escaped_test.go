package study

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestALinksTextIsEscapedAsURLsAre(t *testing.T) {
	for _, text := range []string{"", "SPF x SAF,40h", "a b+c&d=e%f", "Überlauf λ\n~_-.", "mine=expr:p*q"} {
		require.Equal(t, url.QueryEscape(text), escaped(text))
	}
}
