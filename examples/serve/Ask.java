import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/** Ask meldproof from Java: {@code java Ask.java meldproof serve}. One JSON object a line, both ways; any JSON library reads them. */
public final class Ask {
    public static void main(String[] command) throws IOException, InterruptedException {
        Process meldproof = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (Writer questions = new OutputStreamWriter(meldproof.getOutputStream(), StandardCharsets.UTF_8);
                BufferedReader replies = meldproof.inputReader(StandardCharsets.UTF_8)) {
            String[] asked = {
                "{\"id\": 1, \"ask\": \"solve\", \"variant\": \"gin\", \"cards\": \"4s 5s 6s 9h 9d 9c Kd\"}",
                "{\"id\": 2, \"ask\": \"check\", \"variant\": \"argentino\", \"cards\": \"4s 5s JK 2d 8s\"}",
            };
            for (String question : asked) {
                questions.write(question + "\n");
                questions.flush();
                System.out.println(replies.readLine());
            }
        }
        System.exit(meldproof.waitFor());
    }
}
