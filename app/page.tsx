export default function OverviewPage() {
  return <h1>What needs attention</h1>
}
