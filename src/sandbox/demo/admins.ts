import type { AdminRole } from '~/contract/identity/roles';
import { createPasswords } from '~/server/features/identity/passwords';
import { randomId } from '~/server/features/identity/tokens';
import type { Database } from '~/server/platform/db/client';
import { users } from '~/server/platform/db/schema/identity';

interface DemoColleague {
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  role: AdminRole;
  daysAgo: number;
}

/** Further admins of the sample agency, one for each role. */
export const demoColleagues: DemoColleague[] = [
  {
    firstName: 'Ines',
    lastName: 'Calloway',
    username: 'ines',
    email: 'ines@kestrel.example',
    role: 'manager',
    daysAgo: 410,
  },
  {
    firstName: 'Petra',
    lastName: 'Novakova',
    username: 'petra',
    email: 'petra@kestrel.example',
    role: 'editor',
    daysAgo: 230,
  },
  {
    firstName: 'Joss',
    lastName: 'Hartnell',
    username: 'joss',
    email: 'joss@kestrel.example',
    role: 'viewer',
    daysAgo: 65,
  },
];

const dayMs = 24 * 60 * 60 * 1000;

/** Adds the colleagues with unknown passwords, because they are only samples. */
export async function addColleagues(db: Database): Promise<void> {
  const passwords = createPasswords();
  for (const { daysAgo, role, ...person } of demoColleagues) {
    const createdAt = new Date(Date.now() - daysAgo * dayMs);
    await db
      .insert(users)
      .values({
        ...person,
        id: randomId(20),
        isAdmin: true,
        adminRole: role,
        passwordHash: await passwords.hash(randomId(40)),
        createdAt,
        updatedAt: createdAt,
      })
      .onConflictDoNothing();
  }
}
