import type { ReactNode } from 'react'
import { withMoment } from '@/lib/browser/at'
import { useMoment } from '@/lib/browser/clock'
import { BASE_PATH } from '@/lib/contract/base-path'
import { buttonClass } from '../ui/button'
import type { ServerFile } from './server-file'

/** A file of the server in each of its forms, at the moment of the page. */
export function FormLinks({ name, forms }: Pick<ServerFile, 'name' | 'forms'>): ReactNode {
  const moment = useMoment()
  return forms.map(({ form, href }) => (
    <a
      key={form}
      className={buttonClass('plain', true)}
      href={BASE_PATH + withMoment(href, moment)}
      download
      aria-label={`${name} as ${form}`}
    >
      {form}
    </a>
  ))
}
