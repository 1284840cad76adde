/**
 * What the path of every address of ours begins with where it is told in full, e.g. `/almanac`; '' for nothing. Fixed with the build
 * (next.config.js). Next adds it to what its router is given, and takes it away from what pages and routes are asked for.
 */
export const BASE_PATH = process.env.BASE_PATH ?? ''
