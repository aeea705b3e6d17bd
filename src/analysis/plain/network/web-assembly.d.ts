// The part of WebAssembly that Plainwire uses. TypeScript has it in the types of browsers only.
type WebAssemblyModule = { readonly isModule: true };
type WebAssemblyMemory = { readonly buffer: ArrayBuffer };

declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => WebAssemblyModule;
  Instance: new (module: WebAssemblyModule) => { readonly exports: Readonly<Record<string, unknown>> };
};
