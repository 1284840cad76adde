import type { ReactNode } from 'react'

/** Small line drawings, 14 by 14, in the colour of the text. They stand next to words and are never read out. */
const SHAPES = {
  search: <path d="M10.2 6a4.2 4.2 0 1 1-8.4 0 4.2 4.2 0 0 1 8.4 0zM9.2 9.2l3.3 3.3" />,
  system: (
    <>
      <circle cx="7" cy="7" r="5" />
      <path d="M7 2a5 5 0 0 1 0 10z" fill="currentColor" />
    </>
  ),
  sun: (
    <>
      <circle cx="7" cy="7" r="2.6" />
      <path d="M7 1v1.2M7 11.8V13M1 7h1.2M11.8 7H13M2.8 2.8l.8.8M10.4 10.4l.8.8M2.8 11.2l.8-.8M10.4 3.6l.8-.8" />
    </>
  ),
  moon: <path d="M11.8 8.6A5.2 5.2 0 0 1 5.4 2.2a5.2 5.2 0 1 0 6.4 6.4z" />,
  link: (
    <path d="M6 8a2.5 2.5 0 0 0 3.6 0l2-2A2.5 2.5 0 0 0 8 2.4l-.8.8M8 6a2.5 2.5 0 0 0-3.6 0l-2 2A2.5 2.5 0 0 0 6 11.6l.8-.8" />
  ),
  copy: (
    <>
      <rect x="5" y="5" width="7" height="7" rx="1" />
      <path d="M9 5V2.5a.5.5 0 0 0-.5-.5h-6a.5.5 0 0 0-.5.5v6a.5.5 0 0 0 .5.5H5" />
    </>
  ),
  clock: (
    <>
      <circle cx="7" cy="7" r="5.2" />
      <path d="M7 4v3.2l2 1.3" />
    </>
  ),
  down: <path d="M4 5.5L7 8.5l3-3" />,
  up: <path d="M4 8.5l3-3 3 3" />,
  right: <path d="M5.5 4L8.5 7l-3 3" />,
  left: <path d="M8.5 4L5.5 7l3 3" />,
  close: <path d="M4 4l6 6M10 4l-6 6" />,
  plus: <path d="M7 3v8M3 7h8" />,
  menu: <path d="M2 4h10M2 7h10M2 10h10" />,
  save: <path d="M7 2v7M4 6.5l3 3 3-3M2.5 12h9" />,
  warning: <path d="M7 2l5.5 10h-11zM7 5.8v2.8M7 10.4v.1" />,
  stop: (
    <>
      <circle cx="7" cy="7" r="5.2" />
      <path d="M7 4.2v3.4M7 9.8v.1" />
    </>
  ),
  check: <path d="M3 7.5l3 3L11.5 4" />,
  /** Nodes roll. */
  roll: <path d="M11.7 6A4.9 4.9 0 0 0 3 4.2L2 5.5M2 2.5v3h3M2.3 8A4.9 4.9 0 0 0 11 9.8l1-1.3M12 11.5v-3H9" />,
  /** Nodes are updated in place. */
  inPlace: (
    <>
      <rect x="2" y="2" width="10" height="10" rx="1.5" />
      <path d="M7 4.2v5M4.8 7.2L7 9.4l2.2-2.2" />
    </>
  ),
  /** The kubelet restarts. */
  kubelet: <path d="M4.4 3.9a4.6 4.6 0 1 0 5.2 0M7 1.8v4.6" />,
  /** API server and controllers restart. */
  controlPlane: (
    <>
      <rect x="2" y="2.5" width="10" height="3.6" rx="1" />
      <rect x="2" y="8" width="10" height="3.6" rx="1" />
      <path d="M4.4 4.3h.1M4.4 9.8h.1" />
    </>
  ),
  calendar: (
    <>
      <rect x="2" y="3" width="10" height="9" rx="1" />
      <path d="M2 6h10M5 1.5V4M9 1.5V4" />
    </>
  ),
  file: <path d="M3.5 1.8h4.6l2.6 2.6v7.8H3.5zM8 2v2.6h2.6" />,
  key: (
    <>
      <circle cx="4.6" cy="9.4" r="2.6" />
      <path d="M6.5 7.5l5-5M9.6 4.4l1.6 1.6" />
    </>
  ),
  filter: <path d="M2 3.5h10M4 7h6M6 10.5h2" />,
} as const

export type IconName = keyof typeof SHAPES

export function Icon({ name, className }: { readonly name: IconName; readonly className?: string }) {
  return <Drawing className={className}>{SHAPES[name]}</Drawing>
}

interface DrawingProps {
  readonly className?: string | undefined
  readonly children: ReactNode
}

export function Drawing({ className, children }: DrawingProps) {
  return (
    <svg className={className ? `icon ${className}` : 'icon'} viewBox="0 0 14 14" aria-hidden="true">
      {children}
    </svg>
  )
}

/** Lanes and the line of now. */
export function Mark() {
  return (
    <svg viewBox="0 0 18 18" aria-hidden="true">
      <path d="M1 4.5h8M4 9h10M8 13.5h9" stroke="currentColor" strokeWidth="2.6" />
      <path d="M6.5 1v16" stroke="var(--expired-ink)" strokeWidth="1.5" />
    </svg>
  )
}
