/**
 * BASE_PATH: the path below which everything is served, without a slash at its end; '' for the root.
 * @param {string | undefined} text
 * @throws when it is no path
 */
export function chooseBasePath(text) {
  const path = (text?.trim() ?? '').replace(/\/+$/, '')
  if (path === '' || /^(?:\/[\w~-][\w.~-]*)+$/.test(path)) return path
  throw new Error(`BASE_PATH=${text} is no path. Give one that begins with a slash, such as /almanac, or leave it out.`)
}
