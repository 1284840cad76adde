import type { ServerFile } from '../take-away/server-file'

/** What the server makes of a cluster: its calendar, and that of its project. */
export function shootFiles(
  { namespace, name }: { readonly namespace: string; readonly name: string },
  project: string,
): readonly ServerFile[] {
  const path = `${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`
  const own = `/api/feeds/shoots/${path}.ics`
  const all = `/api/feeds/projects/${encodeURIComponent(project)}.ics`
  return [
    {
      name: 'Forced updates of this cluster',
      forms: [{ form: 'iCalendar', href: own }],
      feed: own,
      scope: { kind: 'Shoot', namespace, name },
    },
    { name: `Forced updates of ${project}`, forms: [{ form: 'iCalendar', href: all }], feed: all },
  ]
}
