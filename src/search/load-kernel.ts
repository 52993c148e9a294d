/** The subset in use; neither the ECMAScript nor the Node types declare it. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object) => { exports: unknown }
}

/** Instantiates a base64-encoded WebAssembly module without imports, as scripts/build-kernel.ts writes it. */
export function loadKernel<Kernel>(base64: string): Kernel {
  const module = new WebAssembly.Module(Buffer.from(base64, 'base64'))
  return new WebAssembly.Instance(module).exports as Kernel
}
