import type { ReactNode } from 'react'
import { LiveProvider } from '@/lib/browser/live'
import { Clock } from './clock'
import { Footer, Header } from './header'
import { Lines } from './lines'
import { Overlays } from './overlays'
import styles from './shell.module.css'
import { ShellProvider } from './shell-context'

interface ShellProps {
  /** Who is signed in; null: nobody signs in here. */
  readonly user: string | null
  readonly children: ReactNode
}

/** The frame of every page. */
export function Shell({ user, children }: ShellProps) {
  return (
    <ShellProvider>
      <LiveProvider>
        <a className={styles.skip} href="#main">
          Skip to content
        </a>
        <Header user={user} />
        <Lines />
        <main id="main" tabIndex={-1}>
          {/* Where the bar has no room for it: a page's head begins with the row in which it stands. */}
          <div className={styles.headClock}>
            <Clock />
          </div>
          {children}
        </main>
        <Footer />
        <Overlays />
      </LiveProvider>
    </ShellProvider>
  )
}
