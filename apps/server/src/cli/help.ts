/** The output of `lectern --help`. */
export const HELP = `Usage: lectern [COMMAND] [OPTIONS]

Commands
  serve                        run the server (the default)
  migrate                      bring the database up to date and end
  migrate --back               put the backup of before the last migration in place
  backup --to PATH             write a backup to a file or folder; a server may run meanwhile
  restore FILE                 put a backup in place of the present state, which is kept
  user list                    show every user
  user create NAME             add a user; the password is read from standard input
  user reset-password NAME     give a user a new password and sign them out everywhere
  user activate NAME           let a user sign in
  user deactivate NAME         let a user sign in no more
  user make-admin NAME         make a user an administrator
  user remove-factors NAME     remove the second factors that a user has lost, and sign them out everywhere
  tls                          show the certificate of the server, or the fingerprint of its authority
  move                         copy everything to another database: SQLite to PostgreSQL, or back
  openapi                      write the description of the API
  doctor                       look at everything the server needs, and say what to mend

Options of serve
  --host ADDRESS               address to listen on (127.0.0.1)
  --port PORT                  port to listen on (8080)
  --library FOLDER             add a folder as a library and scan it; may be repeated
  --new                        begin with an empty database although the data folder was used with another

Options of serve, migrate, backup, restore, user, tls and doctor
  -c, --config FILE            configuration file, YAML (also LECTERN_CONFIG)
  --data-dir FOLDER            where Lectern keeps its data (./data)
  --database-url URL           PostgreSQL to use instead of SQLite
  --log-level LEVEL            fatal, error, warn, info, debug, trace or silent

Options of backup and restore
  --passphrase-file FILE       file whose first line encrypts or opens the backup

Options of restore
  --dry-run                    check the backup and change nothing

Options of move
  --from DATABASE              a data folder, or a URL of PostgreSQL
  --to DATABASE                likewise; it must be empty
  --map /OLD=/NEW              libraries below /OLD lie below /NEW; may be repeated
  --dry-run                    show what would change, and which books are found; write nothing

Options of user create
  --email ADDRESS              e-mail address
  --role ROLE                  reader (the default), maintainer or admin

Options of user reset-password
  --link                       print a link for a new password instead, good once

Options of doctor
  --mail                       sign in at the mail server, too
  --json                       one JSON document

Options of openapi
  -o, --output FILE            file to write, else standard output
  -f, --format FORMAT          json (the default) or yaml

Every setting of docs/configuration.md can also be given as LECTERN_<SECTION>_<KEY>.
`;
