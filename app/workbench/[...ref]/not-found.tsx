import { UnknownDraft } from '@/components/workbench/unknown-draft'

export default function NotFound() {
  return <UnknownDraft />
}
