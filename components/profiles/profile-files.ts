import { searchText } from '@/lib/browser/fetch-json'
import type { ProfileRefBody } from '@/lib/contract/common'
import { profileName, profilePath } from '@/lib/words/phrases'
import type { ServerFile } from '../take-away/server-file'

/** What the server makes of a profile: its clusters, and the calendar of their windows. */
export function profileFiles(profile: ProfileRefBody): readonly ServerFile[] {
  const feed = `/api/feeds/cloudprofiles/${profilePath(profile)}.ics`
  const search = searchText({ profile: [profileName(profile)] })
  return [
    {
      name: 'Its clusters',
      forms: [
        { form: 'CSV', href: `/api/shoots.csv${search}` },
        { form: 'JSON', href: `/api/shoots.json${search}` },
      ],
    },
    { name: 'Their forced updates', forms: [{ form: 'iCalendar', href: feed }], feed },
  ]
}
