// Stands in for the types of libraries that other libraries name and this product never uses (`paths` of tsconfig.json).
export {};
