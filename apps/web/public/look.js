// Runs before the first paint, so that what was chosen never flashes; lib/look.ts writes the same key.
try {
  Object.assign(document.documentElement.dataset, JSON.parse(localStorage.getItem('lectern.look') ?? '{}'));
} catch {
  // storage is closed to this page: it looks as the system says
}
