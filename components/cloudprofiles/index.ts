/** Pages about profiles: data in, events out. */
export { ProfilePage } from './profile-page'
