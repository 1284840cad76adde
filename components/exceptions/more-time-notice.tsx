'use client'

import type { ReactNode } from 'react'
import { withMoment } from '@/lib/browser/at'
import { useMoment, useNow, useZone } from '@/lib/browser/clock'
import { shootPage } from '@/lib/browser/paths'
import { BASE_PATH } from '@/lib/contract/base-path'
import type { MoreTimeAnswer } from '@/lib/contract/more-time'
import { moreTimePlans } from '@/lib/words/exceptions'
import { NoticeTexts, noticeOf } from '../outlook/notice-texts'
import { CopyButton } from '../ui/copy'
import { Dialog } from '../ui/dialog'
import styles from '../ui/dialog.module.css'

interface MoreTimeNoticeProps {
  readonly answer: MoreTimeAnswer
  readonly onClose: () => void
}

/** What the owners of the project are told. */
export function MoreTimeNotice({ answer, onClose }: MoreTimeNoticeProps): ReactNode {
  const moment = useMoment()
  const now = useNow()
  const zone = useZone()
  const { project, people, target, clusters, changes } = answer
  const changed = clusters.filter(({ change }) => change !== 'unchanged')
  const notice = noticeOf({
    project,
    people,
    changes,
    profile: target.name,
    isNew: target.isNew,
    plans: moreTimePlans(answer, zone),
    rows: changed.map(({ before, after, ...one }) => ({ ...one, outlook: { before, after } })),
    total: changed.length,
    now,
    zone,
    hrefOf: (row) => `${window.location.origin}${BASE_PATH}${withMoment(shootPage(row), moment)}`,
  })
  return (
    <Dialog title="Tell the owners" note={project} wide onClose={onClose}>
      <div className={styles.body}>
        <div className="bar">
          <span className="grow" />
          <CopyButton text={notice.markdown} label="Copy" look="primary" />
        </div>
        <NoticeTexts project={project} notice={notice} />
      </div>
    </Dialog>
  )
}
