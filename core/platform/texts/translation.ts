/** The type of texts in another language: an incomplete translation does not compile. */
export type Translation<T> = { [K in keyof T]: T[K] extends string ? string : Translation<T[K]> }
