// Runs before the first paint so that a chosen theme never flashes; lib/theme.ts writes the same key.
try {
  const theme = JSON.parse(localStorage.getItem('lectern.theme') ?? '"system"');
  if (theme !== 'system') document.documentElement.dataset.theme = theme;
} catch {
  // storage is closed to this page: the system's theme it is
}
