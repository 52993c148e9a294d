// onnxruntime-node's install script fetches CUDA libraries (hundreds of megabytes) on Linux x64, where the product runs on
// the CPU. Its first call is bootstrap() of global-agent, which nothing else uses: as a workspace of that name this package
// takes its place and ends the script. (npm 11 asks allowScripts in package.json; npm 10 has only this.)

exports.bootstrap = () => process.exit(0)
