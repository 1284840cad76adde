import type { ReactNode } from 'react'
import { type ShownMoment, withMoment } from '@/lib/browser/at'
import { shootPage } from '@/lib/browser/paths'
import { BASE_PATH } from '@/lib/contract/base-path'
import { type NoticeInput, noticeText } from '@/lib/words/draft-notice'
import { mailLink } from '@/lib/words/plain-text'
import { buttonClass } from '../ui/button'
import styles from '../ui/controls.module.css'
import { Icon } from '../ui/icon'

/** How many clusters are named in a notice. */
const NAMED = 100

interface Notice {
  readonly text: string
  /** Null: no owner has an address. */
  readonly mail: string | null
}

/** The notice; its links lead to clusters at the moment that is shown. */
export function noticeOf(moment: ShownMoment, { rows, ...rest }: Omit<NoticeInput, 'hrefOf'>): Notice {
  const hrefOf: NoticeInput['hrefOf'] = (row) =>
    `${window.location.origin}${BASE_PATH}${withMoment(shootPage(row), moment)}`
  const text = noticeText({ ...rest, rows: rows.slice(0, NAMED), hrefOf })
  const [subject = ''] = text.split('\n', 1)
  return { text, mail: mailLink(rest.people.addresses, subject, text) }
}

interface NoticeTextsProps {
  readonly project: string
  /** Undefined while it is asked for. */
  readonly notice: Notice | undefined
}

/** What one project is told, to read, to copy and to mail. */
export function NoticeTexts({ project, notice }: NoticeTextsProps): ReactNode {
  return (
    <>
      <textarea
        className={styles.text}
        readOnly
        aria-label={`Notice for ${project}`}
        value={notice?.text ?? ''}
        rows={12}
      />
      <div className="bar">
        {notice === undefined ? null : notice.mail === null ? (
          <span className="small muted">The project names nobody with an address for mail.</span>
        ) : (
          <a className={buttonClass()} href={notice.mail}>
            <Icon name="mail" />
            Write a mail
          </a>
        )}
        <span className="small muted">Nothing is sent by itself.</span>
      </div>
    </>
  )
}
