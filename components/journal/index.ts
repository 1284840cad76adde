export { JournalPage } from './journal-page'
