import type { ReactNode } from 'react'
import { LandscapesProvider, type NamedLandscapes } from '@/lib/browser/landscapes'
import { LiveProvider } from '@/lib/browser/live'
import { Clock } from './clock'
import { Footer, Header } from './header'
import { Lines } from './lines'
import { Overlays } from './overlays'
import styles from './shell.module.css'
import { ShellProvider } from './shell-context'

interface ShellProps {
  /** The user who is signed in; null: there is no sign-in here. */
  readonly user: string | null
  /** The landscapes that this Almanac names. */
  readonly landscapes: NamedLandscapes
  readonly children: ReactNode
}

/** The frame of every page. */
export function Shell({ user, landscapes, children }: ShellProps) {
  return (
    <ShellProvider>
      <LandscapesProvider value={landscapes}>
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
      </LandscapesProvider>
    </ShellProvider>
  )
}
