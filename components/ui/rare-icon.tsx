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
  filter: <path d="M2 3.5h10M4 7h6M6 10.5h2" />,
} as const

export function RareIcon({ name }: { readonly name: keyof typeof SHAPES }) {
  return <Drawing>{SHAPES[name]}</Drawing>
}
