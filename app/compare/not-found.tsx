import { UnknownCompared } from '@/components/profiles/compare/compare-page'

export default function NotFound() {
  return <UnknownCompared />
}
