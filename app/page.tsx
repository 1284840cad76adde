export default function OverviewPage() {
  return (
    <main>
      <h1>Almanac</h1>
    </main>
  )
}
