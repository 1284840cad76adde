'use client'

import type { ReactNode } from 'react'
import { withMoment } from '@/lib/browser/at'
import { useMoment } from '@/lib/browser/clock'
import { BASE_PATH } from '@/lib/contract/base-path'
import { buttonClass } from '../ui/button'
import { CopyButton } from '../ui/copy'
import { Dialog } from '../ui/dialog'
import { Fact } from '../ui/fact'
import type { ServerFile } from './server-file'
import { SignedAddresses } from './signed-addresses'
import styles from './take-away.module.css'

interface SubscribeDialogProps {
  /** Those that have an address to subscribe to. */
  readonly files: readonly ServerFile[]
  readonly onClose: () => void
}

/** The calendars of a page: an address that follows the forecast, and the file as it is now. */
export function SubscribeDialog({ files, onClose }: SubscribeDialogProps): ReactNode {
  const moment = useMoment()
  return (
    <Dialog
      title="Subscribe"
      note="Give the address to your calendar program: it follows the forecast."
      onClose={onClose}
      padded
    >
      <dl className={`lines note ${styles.list}`}>
        {files.map(({ name, feed, forms }) => (
          <div key={name}>
            <Fact term={name} look="bar">
              <CopyButton
                small
                icon="link"
                label="Copy calendar address"
                text={window.location.origin + BASE_PATH + feed}
              />
              {forms.map(({ form, href }) => (
                <a
                  key={form}
                  className={buttonClass('plain', true)}
                  href={BASE_PATH + withMoment(href, moment)}
                  download
                  aria-label={`${name} as ${form}`}
                >
                  {form}
                </a>
              ))}
            </Fact>
          </div>
        ))}
      </dl>
      {files.map(({ name, scope }) => (scope === undefined ? null : <SignedAddresses key={name} scope={scope} />))}
    </Dialog>
  )
}
