const KNOWN = ['namespace', 'project', 'name']

/**
 * DASHBOARD_URL: where the Gardener dashboard shows a cluster, with `{namespace}` or `{project}`, and `{name}`.
 * @param {string | undefined} template
 * @returns {Record<string, string>} what the server is told
 * @throws when it leads nowhere, or everywhere to the same page
 */
export function chooseDashboard(template) {
  const value = template?.trim() ?? ''
  if (value === '') return {}
  const wrong = wrongWith(value)
  if (wrong === null) return { DASHBOARD_URL: value }
  throw new Error(
    `DASHBOARD_URL=${value}: ${wrong}.\n` +
      'Give an address such as https://dashboard.example.org/namespace/{namespace}/shoots/{name}, or leave it out.',
  )
}

/** @param {string} value */
function wrongWith(value) {
  const parts = [...value.matchAll(/\{([^{}]*)\}/g)].map(([, part = '']) => part)
  const unknown = parts.find((part) => !KNOWN.includes(part))
  if (!/^https?:\/\//i.test(value)) return 'it is no address that begins with https:// or http://'
  if (unknown !== undefined) return `{${unknown}} is none of {namespace}, {project} and {name}`
  if (/^https?:\/\/[^/?#]*\{/i.test(value)) return 'names of clusters belong in its path'
  if (!parts.includes('name')) return 'it has no {name}'
  if (!parts.includes('namespace') && !parts.includes('project')) return 'it has no {namespace} or {project}'
  return URL.canParse(value.replaceAll(/\{\w+\}/g, 'x')) ? null : 'it cannot be read as an address'
}
