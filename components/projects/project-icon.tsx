import { Drawing } from '../ui/icon'

/** Drawings of projects alone. */
const SHAPES = {
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
  account: <path d="M7 2l5 2.8v4.4L7 12 2 9.2V4.8zM7 7l5-2.2M7 7v5M7 7L2 4.8" />,
  pin: <path d="M5 1.8h4l-.5 4 2 2.2h-7l2-2.2zM7 8v4.4" />,
  mail: (
    <>
      <rect x="1.8" y="3" width="10.4" height="8" rx="1" />
      <path d="M2 4l5 4 5-4" />
    </>
  ),
} as const

export function ProjectIcon({ name }: { readonly name: keyof typeof SHAPES }) {
  return <Drawing>{SHAPES[name]}</Drawing>
}
