// Replaces the types of libraries that other libraries mention and this product never uses (`paths` of tsconfig.json).
export {};
