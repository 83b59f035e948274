package protocol_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment/compare"
	"shadowtime/core/experiment/online"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/study"
	"shadowtime/core/study/protocol"
)

// plan is what a test needs of one.
type plan interface {
	Settings() study.Settings
	Normalise() error
}

// plans are those that the command begins with, one a kind.
func plans() map[string]func() plan {
	return map[string]func() plan{
		compare.Name: func() plan { p := compare.Default(); return &p },
		online.Name:  func() plan { p := online.Default(); return &p },
		tune.Name:    func() plan { p := tune.Default(); return &p },
	}
}

// each calls f for every protocol of every kind, with a plan that follows it.
func each(t *testing.T, f func(kind string, p protocol.Protocol, followed plan)) {
	n := 0
	for kind, begin := range plans() {
		for _, p := range protocol.For(kind) {
			followed := begin()
			require.NoError(t, followed.Settings().Find("protocol").Set(p.Name))
			f(kind, p, followed)
			n++
		}
	}
	require.Equal(t, 5, n)
}

func TestAProtocolSetsAllThatItSays(t *testing.T) {
	each(t, func(kind string, p protocol.Protocol, followed plan) {
		require.NoError(t, followed.Normalise())
		for _, v := range p.Values(kind) {
			alone := plans()[kind]()
			require.NoError(t, alone.Settings().Find(v.Key).Set(v.Text))
			require.NoError(t, alone.Normalise())
			require.Equal(t, alone.Settings().Find(v.Key).Get(), followed.Settings().Find(v.Key).Get(), "%s of %s: %s", kind, p.Name, v.Key)
		}
	})
}

// What is asked beside a protocol goes before it, and is all that is beyond it.
func TestWhatElseIsAskedGoesBeforeAProtocol(t *testing.T) {
	each(t, func(kind string, p protocol.Protocol, followed plan) {
		link := map[string]string{}
		followed.Settings().Write(plans()[kind]().Settings(), func(key, text string) { link[key] = text })
		require.Equal(t, map[string]string{"protocol": p.Name}, link, "the protocol says the rest")

		key := followed.Settings().TaskKey()
		require.NoError(t, followed.Settings().Find("seed").Set("7"))
		require.NoError(t, followed.Settings().Find("variant").Set("block"))
		require.NoError(t, followed.Normalise())
		clear(link)
		followed.Settings().Write(plans()[kind]().Settings(), func(key, text string) { link[key] = text })
		require.Equal(t, map[string]string{"protocol": p.Name, "seed": "7", "variant": "block"}, clean(link))

		read := plans()[kind]()
		require.NoError(t, read.Settings().Read(func(key string) string { return link[key] }))
		require.NoError(t, read.Normalise())
		require.Equal(t, followed, read, "a link holds it")

		words := followed.Settings().Sentence(plans()[kind]().Settings())
		require.Contains(t, words, p.Title)
		require.Contains(t, words, "seed 7")
		require.NotContains(t, words, "backfilling by", "the protocol says it")
		require.NotEqual(t, key, followed.Settings().TaskKey())
	})
}

// clean leaves out the length of a block, which is of its variant.
func clean(link map[string]string) map[string]string {
	delete(link, "block")
	return link
}

func TestFollowingAProtocolIsNoOtherTaskThanAskingItOneByOne(t *testing.T) {
	each(t, func(kind string, p protocol.Protocol, followed plan) {
		alone := plans()[kind]()
		for _, v := range p.Values(kind) {
			require.NoError(t, alone.Settings().Find(v.Key).Set(v.Text))
		}
		require.NoError(t, alone.Normalise())
		require.NoError(t, followed.Normalise())
		require.Equal(t, alone.Settings().TaskKey(), followed.Settings().TaskKey(), "what is computed of one is known of the other")
	})
}

func TestAnUnknownProtocolChangesNothing(t *testing.T) {
	for kind, begin := range plans() {
		p := begin()
		err := p.Settings().Find("protocol").Set("dance")
		require.ErrorContains(t, err, "use none")
		require.Equal(t, begin(), p, kind)
		require.NoError(t, p.Settings().Find("protocol").Set(protocol.None))
		require.Equal(t, begin(), p, kind)
	}
}
