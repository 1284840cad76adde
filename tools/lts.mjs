/** The newest Node with long-term support. */
export const lts = '26.10.0'
