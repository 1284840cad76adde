import { UnknownCompared } from '@/components/profiles/compare/unknown-compared'

export default function NotFound() {
  return <UnknownCompared />
}
