/** The same texts in another language: complete, or it does not compile. */
export type Translation<T> = { [K in keyof T]: T[K] extends string ? string : Translation<T[K]> }
