module shadowtime/wasm/pack

go 1.26

require (
	github.com/klauspost/compress v1.17.9
	github.com/stretchr/testify v1.12.1
)

require go.yaml.in/yaml/v3 v3.0.5 // indirect
