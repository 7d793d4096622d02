/**
 * Greets by time of day.
 * @param hour local hour, 0 to 23
 */
export function greeting(hour: number, name: string | undefined): string {
  const word = hour < 5 ? 'Good night' : hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening';
  return name === undefined ? word : `${word}, ${name}`;
}
