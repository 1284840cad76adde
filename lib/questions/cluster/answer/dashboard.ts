/**
 * The page of a cluster in the Gardener dashboard, by the template that `DASHBOARD_URL` names (checked at the start, see
 * `tools/dashboard.mjs`); null: there is no template. What is filled in is escaped, so that a name stays a part of the path.
 */
export function dashboardPage(
  cluster: { readonly namespace: string; readonly project: string; readonly name: string },
  template = process.env.DASHBOARD_URL?.trim() ?? '',
): string | null {
  if (!/^https?:\/\//i.test(template)) return null
  const page = template.replaceAll(/\{(namespace|project|name)\}/g, (_, part: keyof typeof cluster) =>
    encodeURIComponent(cluster[part]),
  )
  return URL.canParse(page) ? page : null
}
