import { Drawing } from './icon'

/** Drawings that few parts need, and those are loaded late: every page loads `Icon`. */
const SHAPES = {
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
  person: (
    <>
      <circle cx="7" cy="4.6" r="2.4" />
      <path d="M2.4 12a4.6 4.6 0 0 1 9.2 0" />
    </>
  ),
  group: (
    <>
      <circle cx="5" cy="5" r="2" />
      <path d="M1.2 11.6a3.8 3.8 0 0 1 7.6 0M9 3.2a2 2 0 0 1 0 3.6M10.4 8.3a3.8 3.8 0 0 1 2.4 3.3" />
    </>
  ),
  pin: <path d="M5 1.8h4l-.5 4 2 2.2h-7l2-2.2zM7 8v4.4" />,
  mail: (
    <>
      <rect x="1.8" y="3" width="10.4" height="8" rx="1" />
      <path d="M2 4l5 4 5-4" />
    </>
  ),
  filter: <path d="M2 3.5h10M4 7h6M6 10.5h2" />,
} as const

export function RareIcon({ name }: { readonly name: keyof typeof SHAPES }) {
  return <Drawing>{SHAPES[name]}</Drawing>
}
