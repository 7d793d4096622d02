import { t } from '@lingui/core/macro';
import type { SignInProvider } from '@lectern/contract';
import { useState } from 'react';
import { fieldProblems, generalProblem } from '#lib/problem.ts';
import { CheckField, PasswordField, SelectField, TextField } from '#ui/controls/field.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { NEW_PROVIDER, type ProviderDraft, toDraft } from './provider-draft.ts';
import { useSaveProvider } from './provider-requests.ts';
import { ROLE_OPTIONS, RuleFields } from './rule-fields.tsx';

interface ProviderDialogProps {
  /** The provider to edit; undefined for a new one. */
  readonly provider: SignInProvider | undefined;
  readonly onClose: () => void;
}

/** Fields that show their own error. */
const SHOWN: ReadonlySet<string> = new Set(['name', 'displayName', 'issuer', 'clientId', 'sessionHours']);

export function ProviderDialog({ provider, onClose }: ProviderDialogProps) {
  const [draft, setDraft] = useState(provider === undefined ? NEW_PROVIDER : toDraft(provider));
  const save = useSaveProvider(provider?.id, onClose);
  const fields = { draft, problems: fieldProblems(save.error), onDraft: setDraft };
  return (
    <FormDialog
      title={provider === undefined ? t`Add provider` : editWords(provider)}
      action={provider === undefined ? t`Add` : t`Save`}
      wide
      isBusy={save.isPending}
      problem={generalProblem(save.error, (path) => SHOWN.has(path))}
      onClose={onClose}
      onSubmit={() => save.mutate(draft)}
    >
      <PlaceFields {...fields} provider={provider} />
      <AccountFields {...fields} />
      <RuleFields rules={draft.rules} onRules={(rules) => setDraft({ ...draft, rules: [...rules] })} />
      <Disclosure title={t`More options`}>
        <ClaimFields {...fields} />
      </Disclosure>
    </FormDialog>
  );
}

function editWords({ displayName: name }: SignInProvider): string {
  return t`Edit ${name}`;
}

interface FieldsProps {
  readonly draft: ProviderDraft;
  readonly problems: Readonly<Record<string, string>>;
  readonly onDraft: (draft: ProviderDraft) => void;
}

function PlaceFields({ draft, problems, onDraft, provider }: FieldsProps & Pick<ProviderDialogProps, 'provider'>) {
  return (
    <>
      <TextField
        label={t`Name on the sign-in page`}
        name="provider-display-name"
        value={draft.displayName}
        onText={(displayName) => onDraft({ ...draft, displayName })}
        problem={problems['displayName']}
        required
        maxLength={100}
        autoComplete="off"
      />
      {provider === undefined && (
        <TextField
          label={t`Name in addresses`}
          name="provider-name"
          value={draft.name}
          onText={(name) => onDraft({ ...draft, name })}
          problem={problems['name']}
          hint={t`Small letters, digits and hyphens. It cannot be changed later.`}
          required
          maxLength={40}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <TextField
        label={t`Issuer`}
        name="provider-issuer"
        type="url"
        value={draft.issuer}
        onText={(issuer) => onDraft({ ...draft, issuer })}
        problem={problems['issuer']}
        hint={t`Address of the provider, as it states it.`}
        required
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        label={t`Client ID`}
        name="provider-client"
        value={draft.clientId}
        onText={(clientId) => onDraft({ ...draft, clientId })}
        problem={problems['clientId']}
        required
        autoComplete="off"
        spellCheck={false}
      />
      <SecretField
        draft={draft}
        onDraft={onDraft}
        keepsSecret={provider?.hasSecret === true && draft.issuer === provider.issuer}
      />
    </>
  );
}

interface SecretFieldProps extends Pick<FieldsProps, 'draft' | 'onDraft'> {
  /** Whether a secret is stored that stays: another issuer must not get it. */
  readonly keepsSecret: boolean;
}

function SecretField({ draft, onDraft, keepsSecret }: SecretFieldProps) {
  return (
    <PasswordField
      label={t`Client secret`}
      name="provider-secret"
      value={draft.secret}
      onText={(secret) => onDraft({ ...draft, secret })}
      hint={keepsSecret ? t`Leave empty to keep the stored secret.` : undefined}
      autoComplete="off"
    />
  );
}

function AccountFields({ draft, onDraft }: FieldsProps) {
  return (
    <>
      <CheckField
        label={t`Create accounts`}
        hint={t`A first sign-in creates an account.`}
        checked={draft.createsAccounts}
        onChecked={(createsAccounts) => onDraft({ ...draft, createsAccounts })}
      />
      <CheckField
        label={t`Link accounts by e-mail`}
        hint={t`A first sign-in opens the account with the same confirmed address. Choose this only for a provider that confirms addresses.`}
        checked={draft.linksByEmail}
        onChecked={(linksByEmail) => onDraft({ ...draft, linksByEmail })}
      />
      <CheckField
        label={t`Only members of groups below`}
        checked={draft.onlyMembers}
        onChecked={(onlyMembers) => onDraft({ ...draft, onlyMembers })}
      />
      <CheckField
        label={t`Sign out at the provider as well`}
        hint={t`A user who signs out here then signs out there too.`}
        checked={draft.logsOut}
        onChecked={(logsOut) => onDraft({ ...draft, logsOut })}
      />
      <SelectField
        label={t`Role without a group`}
        value={draft.defaultRole}
        options={ROLE_OPTIONS}
        onValue={(defaultRole) => onDraft({ ...draft, defaultRole })}
      />
    </>
  );
}

function ClaimFields({ draft, problems, onDraft }: FieldsProps) {
  return (
    <>
      <TextField
        label={t`Session length in hours`}
        name="provider-hours"
        type="number"
        min={1}
        max={8760}
        value={draft.sessionHours}
        onText={(sessionHours) => onDraft({ ...draft, sessionHours })}
        problem={problems['sessionHours']}
        hint={t`Then the provider is asked again, and groups count again.`}
        required
      />
      <TextField
        label={t`Scopes`}
        name="provider-scopes"
        value={draft.scopes}
        onText={(scopes) => onDraft({ ...draft, scopes })}
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        label={t`Claim with groups`}
        name="provider-groups"
        value={draft.groupsClaim}
        onText={(groupsClaim) => onDraft({ ...draft, groupsClaim })}
        required
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        label={t`Claim with user names`}
        name="provider-names"
        value={draft.usernameClaim}
        onText={(usernameClaim) => onDraft({ ...draft, usernameClaim })}
        required
        autoComplete="off"
        spellCheck={false}
      />
    </>
  );
}
