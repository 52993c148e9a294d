/** What is used of it, which neither ECMAScript's types nor Node's declare. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object) => { exports: unknown }
}

/** A WebAssembly module that needs nothing from outside, as scripts/build-kernel.ts writes it; with a memory of its own. */
export function loadKernel<Kernel>(text: string): Kernel {
  const module = new WebAssembly.Module(Buffer.from(text, 'base64'))
  return new WebAssembly.Instance(module).exports as Kernel
}
