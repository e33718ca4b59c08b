/*
 * HL7's validator as a filter: a bundle a line in, its verdict a line out (a JSON array of issues). Folders with
 * definitions are the arguments. Started by test/helpers/hl7-validator.ts.
 */
import ca.uhn.fhir.context.FhirContext;
import ca.uhn.fhir.context.support.DefaultProfileValidationSupport;
import ca.uhn.fhir.parser.IParser;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.hl7.fhir.common.hapi.validation.support.CommonCodeSystemsTerminologyService;
import org.hl7.fhir.common.hapi.validation.support.InMemoryTerminologyServerValidationSupport;
import org.hl7.fhir.common.hapi.validation.support.PrePopulatedValidationSupport;
import org.hl7.fhir.common.hapi.validation.support.SnapshotGeneratingValidationSupport;
import org.hl7.fhir.common.hapi.validation.support.ValidationSupportChain;
import org.hl7.fhir.common.hapi.validation.validator.FhirInstanceValidator;

public class Validate {
  public static void main(String[] folders) throws Exception {
    FhirContext context = FhirContext.forR4();
    PrePopulatedValidationSupport official = new PrePopulatedValidationSupport(context);
    for (String folder : folders)
      try (Stream<Path> files = Files.list(Path.of(folder))) {
        for (Path file : files.filter(one -> one.toString().endsWith(".json")).sorted().toList()) {
          IParser parser = context.newJsonParser();
          official.addResource(parser.parseResource(Files.readString(file)));
        }
      }
    FhirInstanceValidator module = new FhirInstanceValidator(new ValidationSupportChain(
        new DefaultProfileValidationSupport(context),
        official,
        new CommonCodeSystemsTerminologyService(context),
        new InMemoryTerminologyServerValidationSupport(context),
        new SnapshotGeneratingValidationSupport(context)));
    module.setErrorForUnknownProfiles(true);
    var validator = context.newValidator().registerValidatorModule(module);
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      JsonArray issues = new JsonArray();
      try {
        for (var message : validator.validateWithResult(line).getMessages())
          issues.add(issue(message.getSeverity().getCode(), message.getMessageId(),
              message.getLocationString(), message.getMessage()));
      } catch (RuntimeException failure) {
        // What it cannot even read.
        issues.add(issue("fatal", "unreadable", "", failure.toString()));
      }
      out.println(issues);
    }
  }

  private static JsonObject issue(String severity, String id, String at, String message) {
    JsonObject issue = new JsonObject();
    issue.addProperty("severity", severity);
    issue.addProperty("id", String.valueOf(id));
    issue.addProperty("at", String.valueOf(at));
    issue.addProperty("message", message);
    return issue;
  }
}
