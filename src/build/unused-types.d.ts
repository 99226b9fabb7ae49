// Replaces types that other libraries refer to and that this product never uses (`paths` in
// tsconfig.json).
export {};
