import type { ReactNode } from 'react'
import { type ShownMoment, withMoment } from '@/lib/browser/at'
import { shootPage } from '@/lib/browser/paths'
import { BASE_PATH } from '@/lib/contract/base-path'
import { chatText, type NoticeInput, projectNoticeText } from '@/lib/words/draft-notice'
import { mailLink } from '@/lib/words/plain-text'
import { buttonClass } from '../ui/button'
import styles from '../ui/controls.module.css'
import { CopyButton } from '../ui/copy'
import { Icon } from '../ui/icon'

/** So many clusters are named in a notice. */
const NAMED = 100

interface NoticeForms {
  readonly markdown: string
  readonly chat: string
  /** Null: no owner has an address. */
  readonly mail: string | null
}

/** Its links lead to clusters at the moment that is shown. */
export function noticeOf(moment: ShownMoment, { rows, ...rest }: Omit<NoticeInput, 'hrefOf'>): NoticeForms {
  const hrefOf: NoticeInput['hrefOf'] = (row) =>
    `${window.location.origin}${BASE_PATH}${withMoment(shootPage(row), moment)}`
  const input = { ...rest, rows: rows.slice(0, NAMED), hrefOf }
  const chat = chatText(input)
  const [subject = ''] = chat.split('\n', 1)
  return { markdown: projectNoticeText(input), chat, mail: mailLink(input.people.addresses, subject, chat) }
}

interface NoticeTextsProps {
  readonly project: string
  /** Undefined while it is asked for. */
  readonly notice: NoticeForms | undefined
}

/** What one project is told, to read, to copy and to mail. */
export function NoticeTexts({ project, notice }: NoticeTextsProps): ReactNode {
  return (
    <>
      <textarea
        className={styles.text}
        readOnly
        aria-label={`Notice for ${project}`}
        value={notice?.markdown ?? ''}
        rows={12}
      />
      <textarea
        className={styles.text}
        readOnly
        aria-label={`For a chat of ${project}`}
        value={notice?.chat ?? ''}
        rows={6}
      />
      <div className="bar">
        {notice !== undefined && <CopyButton text={notice.chat} label="Copy for a chat" />}
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
