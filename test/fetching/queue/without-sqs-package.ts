import { registerHooks } from "node:module";

// Preloaded into the program: the package is there in a development checkout, and must look as if it were not.
registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier !== "@aws-sdk/client-sqs") return next(specifier, context);
    throw Object.assign(new Error(`Cannot find package '${specifier}'`), { code: "ERR_MODULE_NOT_FOUND" });
  },
});
