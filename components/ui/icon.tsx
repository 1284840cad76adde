import {
  Calendar,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  CircleAlert,
  Clock,
  Contrast,
  Copy,
  Download,
  File,
  Key,
  Link,
  ListFilter,
  Mail,
  Menu,
  Moon,
  Package,
  Pin,
  Plus,
  Power,
  RefreshCw,
  Search,
  Server,
  SquareArrowDown,
  Sun,
  TriangleAlert,
  User,
  Users,
  X,
} from 'lucide-react'

/** Small line drawings in the colour of the text. They stand next to words and are never read out. */
const ICONS = {
  search: Search,
  system: Contrast,
  sun: Sun,
  moon: Moon,
  link: Link,
  copy: Copy,
  clock: Clock,
  down: ChevronDown,
  up: ChevronUp,
  right: ChevronRight,
  left: ChevronLeft,
  close: X,
  plus: Plus,
  menu: Menu,
  save: Download,
  warning: TriangleAlert,
  stop: CircleAlert,
  check: Check,
  /** Nodes roll. */
  roll: RefreshCw,
  /** Nodes are updated in place. */
  inPlace: SquareArrowDown,
  /** The kubelet restarts. */
  kubelet: Power,
  /** API server and controllers restart. */
  controlPlane: Server,
  calendar: Calendar,
  file: File,
  key: Key,
  filter: ListFilter,
  person: User,
  group: Users,
  account: Package,
  pin: Pin,
  mail: Mail,
} as const

export type IconName = keyof typeof ICONS

export function Icon({ name, className }: { readonly name: IconName; readonly className?: string }) {
  const Drawing = ICONS[name]
  return <Drawing className={className ? `icon ${className}` : 'icon'} aria-hidden="true" />
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
